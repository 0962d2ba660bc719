/** Lets a style element of this page be applied: the Content-Security-Policy refuses those without it. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// What locks scrolling behind dialogs looks for it here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
