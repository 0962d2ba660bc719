/** Whether the last of a US routing number's nine digits checks the others, weighed 3, 7, 1. */
export const isRoutingNumber = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0;
