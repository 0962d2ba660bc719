/** "1 product", "1,204 products", "2 categories". */
export const howMany = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
