/** Who pays for discounts. Beside the terms, because screens of orders load it without them. */
export const funders = ['marketplace', 'location', 'vendor'] as const;
