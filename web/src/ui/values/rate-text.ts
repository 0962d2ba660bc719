const upTo3 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
/** 8.875 → "8.875%" */
export const rateText = (rate: number): string => `${upTo3.format(rate)}%`;
