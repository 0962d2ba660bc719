/** Whether the ninth digit of a US routing number matches the checksum with weights 3, 7, 1. */
export const isRoutingNumber = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0;
