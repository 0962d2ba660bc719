/** The parties that pay for discounts, in a module of their own so that screens of orders don't load all terms. */
export const funders = ['marketplace', 'location', 'vendor'] as const;
