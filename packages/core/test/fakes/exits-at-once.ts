/** Does not understand its bootstrap. */
console.error('LSP_BOOTSTRAP: workspaceRoot must not be empty');
process.exit(1);
