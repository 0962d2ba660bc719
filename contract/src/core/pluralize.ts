/** "1,204". */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** "1 product", "1,204 products", "2 categories". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
