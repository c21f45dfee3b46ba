/** Change what javac reports, and run or write nothing. */
const SINGLE =
  /^(-Xlint(:.*)?|-Xdoclint.*|-nowarn|-parameters|--enable-preview|-A.+|--(add-exports|add-opens|add-modules|add-reads|limit-modules)=.+)$/;
const WITH_VALUE = ['--add-exports', '--add-opens', '--add-modules', '--add-reads', '--limit-modules'];

/** The options of a build that are passed on; paths, plugins and what is written are not. */
export function plainOptions(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (WITH_VALUE.includes(word) && next !== undefined) return [word, next];
    return SINGLE.test(word) ? [word] : [];
  });
}
