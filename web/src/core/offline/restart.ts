/** Loads the app anew from its first page: nothing that was read by one session is shown in another. */
export const restart = (): void => window.location.assign('/');
