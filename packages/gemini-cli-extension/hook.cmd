: << 'BATCH'
@echo off
rem One file for both shells that Gemini CLI runs hooks in: bash reads it from below this block, PowerShell has cmd.exe run this block.
rem Without this, cmd.exe looks in the current folder first, which is the workspace.
set NoDefaultCurrentDirectoryInExePath=1
node "%~dp0server.mjs" hook %* 2>nul
if errorlevel 1 echo {}
exit /b 0
BATCH
launcher=${BASH_SOURCE[0]%/*}/bin/llxprt-lsp-hook
if [ -r "$launcher" ]; then
  exec /bin/sh "$launcher" "$@"
fi
# The clone that this was installed from is gone.
echo '{}'
