/** "County 2%"; the rate is not repeated when it is in the name. */
export const taxText = ({ name, rate }: { name: string; rate: number }): string =>
  name.includes(`${rate}%`) ? name : `${name} ${rate}%`;
