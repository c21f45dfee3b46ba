declare module '*.java' {
  const text: string;
  export default text;
}
