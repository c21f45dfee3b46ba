/** A sentence with remarks: `Returned 50 references (next page available).` */
export function sentence(statement: string, ...remarks: readonly (string | false)[]): string {
  const made = remarks.filter((remark) => remark !== false);
  return made.length === 0 ? `${statement}.` : `${statement} (${made.join('; ')}).`;
}
