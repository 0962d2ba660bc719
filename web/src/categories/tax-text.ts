/** "County 2%"; a tax that is named by its rate is not told it twice. */
export const taxText = ({ name, rate }: { name: string; rate: number }): string =>
  name.includes(`${rate}%`) ? name : `${name} ${rate}%`;
