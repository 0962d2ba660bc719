/** "County 2%"; the rate isn't repeated if the name contains it. */
export const taxText = ({ name, rate }: { name: string; rate: number }): string =>
  name.includes(`${rate}%`) ? name : `${name} ${rate}%`;
