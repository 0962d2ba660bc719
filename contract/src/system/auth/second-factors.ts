import { z } from 'zod';
import { beforeNormalizing, Deleted, Id, Instant, requiredText } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';
import { noData, routes } from '../../core/route.ts';

/** Methods to confirm a sign-in besides the password. */
const secondFactorKinds = ['totp', 'passkey', 'recoveryCode'] as const;
export const SecondFactorKind = z.enum(secondFactorKinds);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** Base64url, as browsers encode the data of an authenticator. The server verifies the content. */
const encoded = (max: number) => z.string().min(1).max(max);
const passkeyResponse = {
  id: encoded(1500),
  rawId: encoded(1500),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).optional(),
};
/** `PublicKeyCredential.toJSON()` when a passkey is used. */
export const PasskeyAssertion = z.strictObject({
  ...passkeyResponse,
  response: z.strictObject({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: z.string().max(200).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
/** `PublicKeyCredential.toJSON()` when a passkey is created. */
export const PasskeyAttestation = z.strictObject({
  ...passkeyResponse,
  response: z.strictObject({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
    authenticatorData: encoded(8000).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: encoded(4000).optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

const codeText = z
  .string({ error: 'Code is required' })
  .max(...beforeNormalizing)
  .overwrite(normalCode)
  .min(1, 'Code is required')
  .max(50, 'Code must be at most 50 characters');
/** Six digits of the authenticator app, or a recovery code; spaces and case are ignored. For a passkey, its assertion. */
export const FactorCode = z.union([codeText, PasskeyAssertion], { error: 'Code is required' });
/** A form with a typed code. */
export const TypedCode = z.strictObject({ code: codeText });

/** The options that a browser passes to an authenticator (Web Authentication, level 3, in JSON). */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;
export const NewPasskey = z.strictObject({ name: requiredText('Name', 60), response: PasskeyAttestation });

export const SecondFactors = z.object({
  /** True if the settings require a second factor for this type of user. */
  isRequired: z.boolean(),
  /** When the authenticator app was set up; null without one. */
  totpSince: Instant.nullable(),
  passkeys: z.array(Passkey),
  /** The number of unused recovery codes. */
  recoveryCodesLeft: z.int(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Recovery codes are shown once, together with the first factor; later factors share them. */
const FirstRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
const changes = ['secondFactors', 'profile', 'users', 'auth'] as const;

export const secondFactorRoutes = routes('secondFactors', {
  get: {
    method: 'GET',
    path: '/second-factor/get',
    permission: 'signedIn',
    confirms: 'access',
    duringSetup: true,
    summary: 'Shows your second factors, without their secrets',
    data: SecondFactors,
    reads: true,
  },
  startTotp: {
    method: 'POST',
    path: '/second-factor/start-totp',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    duringSetup: true,
    outside: true,
    summary: 'Creates a secret for an authenticator app. It is active after a code is confirmed',
    data: z.object({
      /** In Base32, for typing if the picture can't be scanned. */
      secret: z.string(),
      uri: z.string(),
      /** The URI as a QR code: an SVG in a data URI. */
      qrCode: z.string(),
    }),
    problems: ['reauth-required'],
    changes: [],
  },
  confirmTotp: {
    method: 'POST',
    path: '/second-factor/confirm-totp',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    duringSetup: true,
    outside: true,
    summary: 'Turns the authenticator app on. The first factor comes with ten recovery codes, shown once',
    body: TypedCode,
    data: FirstRecoveryCodes,
    message: 'Authenticator app set up',
    problems: ['reauth-required', 'auth.code-wrong'],
    changes,
  },
  removeTotp: {
    method: 'POST',
    path: '/second-factor/remove-totp',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    summary: 'Removes the authenticator app. The last factor stays where one is required',
    data: noData,
    message: 'Authenticator app removed',
    problems: ['reauth-required', 'second-factors.required'],
    changes,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/second-factor/recovery-codes',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    outside: true,
    summary: 'Creates ten new recovery codes, shown once; those before them stop working',
    data: z.object({ recoveryCodes: z.array(z.string()) }),
    problems: ['reauth-required', 'second-factors.none'],
    changes,
  },
  passkeyOptions: {
    method: 'POST',
    path: '/second-factor/passkey-options',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    duringSetup: true,
    summary: 'Starts adding a passkey: what to hand to the authenticator',
    data: PasskeyOptions,
    problems: ['reauth-required', 'second-factors.too-many-passkeys', 'second-factors.no-passkeys-here'],
    changes: [],
  },
  addPasskey: {
    method: 'POST',
    path: '/second-factor/add-passkey',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    duringSetup: true,
    outside: true,
    summary: 'Adds a passkey. The first factor comes with ten recovery codes, shown once',
    body: NewPasskey,
    data: FirstRecoveryCodes.extend({ passkey: Passkey }),
    message: 'Passkey added',
    problems: [
      'reauth-required',
      'auth.passkey-wrong',
      'second-factors.too-many-passkeys',
      'second-factors.no-passkeys-here',
    ],
    changes,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/second-factor/passkey/{id}',
    permission: 'signedIn',
    confirms: 'access',
    when: 'always',
    summary: 'Removes a passkey. The last factor stays where one is required',
    data: Deleted,
    message: 'Passkey removed',
    problems: ['reauth-required', 'second-factors.required'],
    changes,
  },
});
