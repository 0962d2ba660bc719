const most = 99;

/** A count, shortened to fit a badge. */
export const capped = (count: number): string => (count > most ? `${most}+` : String(count));
