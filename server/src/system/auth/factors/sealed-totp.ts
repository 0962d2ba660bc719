/** What a sealed secret of an authenticator app belongs to. */
export const aboutTotp = (userId: string): string => `authenticator app ${userId}`;
