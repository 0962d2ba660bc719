/** The nonce of style elements: the Content-Security-Policy blocks those without it. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// The scroll lock of dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
