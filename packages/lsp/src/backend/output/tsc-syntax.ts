/**
 * First and last codes of the errors of TypeScript's scanner and parser, and of its type check in
 * plain JavaScript.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [1002, 1003],
  [1005, 1005],
  [1007, 1007],
  [1010, 1012],
  [1034, 1034],
  [1068, 1069],
  [1084, 1084],
  [1109, 1110],
  [1121, 1121],
  [1124, 1132],
  [1134, 1140],
  [1142, 1142],
  [1144, 1146],
  [1160, 1161],
  [1177, 1181],
  [1185, 1185],
  [1198, 1199],
  [1209, 1209],
  [1228, 1228],
  [1260, 1260],
  [1351, 1353],
  [1357, 1357],
  [1359, 1359],
  [1369, 1369],
  [1381, 1382],
  [1385, 1390],
  [1434, 1443],
  [1453, 1453],
  [1472, 1472],
  [1477, 1478],
  [1487, 1490],
  [1499, 1538],
  [2657, 2657],
  [2754, 2754],
  [2809, 2809],
  [2819, 2819],
  [6188, 6189],
  [8002, 8017],
  [8033, 8034],
  [8037, 8039],
  [17002, 17002],
  [17006, 17008],
  [17014, 17015],
  [17021, 17021],
  [18026, 18026],
  [18029, 18030],
];

/** Whether the code means that the text is hardly readable as a program, or not at all. */
export function isSyntaxError(code: number): boolean {
  return RANGES.some(([first, last]) => first <= code && code <= last);
}
