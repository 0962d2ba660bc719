import { z } from 'zod';
import { beforeNormalizing, Deleted, Instant, requiredText, tooLong, Version } from '../core/fields.ts';
import { normalDigits } from '../core/normal-text.ts';
import { routes } from '../core/route.ts';
import { isRoutingNumber } from '../core/routing-number.ts';

/** The bank account of a location. It is stored encrypted, and only `reveal` returns it in full. */
export const PayoutAccountInput = z.strictObject({
  bankName: requiredText('Bank', 100),
  accountHolder: requiredText('Account holder', 100),
  routingNumber: z
    .string({ error: 'Routing number is required' })
    .max(...beforeNormalizing)
    .overwrite(normalDigits)
    .max(100, tooLong('A routing number has 9 digits'))
    .refine((text) => /^\d{9}$/.test(text), 'A routing number has 9 digits')
    .refine(
      (text) => !/^\d{9}$/.test(text) || isRoutingNumber(text),
      "This isn't a valid routing number. Check the digits",
    ),
  accountNumber: z
    .string({ error: 'Account number is required' })
    .max(...beforeNormalizing)
    .overwrite(normalDigits)
    .max(100, tooLong('An account number has 4 to 17 digits'))
    .refine((text) => /^\d{4,17}$/.test(text), 'An account number has 4 to 17 digits'),
});
export type PayoutAccountInput = z.infer<typeof PayoutAccountInput>;

export const PayoutAccount = z.object({ ...PayoutAccountInput.shape, version: Version, updatedAt: Instant });
export type PayoutAccount = z.infer<typeof PayoutAccount>;

/** The bank account as other routes show it: bank, account holder, and the last digits of each number. */
export const MaskedPayoutAccount = z.object({
  bankName: z.string(),
  accountHolder: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  version: Version,
  updatedAt: Instant,
});
export type MaskedPayoutAccount = z.infer<typeof MaskedPayoutAccount>;

/** Whether the card provider can transfer payouts to a location. */
export const onboardingStates = ['none', 'incomplete', 'active', 'restricted'] as const;
export const PayoutOnboarding = z.object({
  /** Whether a card provider that transfers payouts is set up. */
  isAvailable: z.boolean(),
  state: z.enum(onboardingStates),
  /** The information that the provider still needs, in its own words. */
  missing: z.array(z.string()),
  updatedAt: Instant.nullable(),
});
export type PayoutOnboarding = z.infer<typeof PayoutOnboarding>;

export const payoutAccountRoutes = routes('locations', {
  get: {
    method: 'GET',
    path: '/store/payout-account/{id}',
    permission: 'store_view',
    confirms: 'access',
    summary: "Shows a location's bank account, masked",
    data: z.object({ account: MaskedPayoutAccount.nullable() }),
    reads: true,
  },
  save: {
    method: 'PUT',
    path: '/store/payout-account/{id}',
    permission: 'store_edit',
    confirms: 'access',
    when: 'always',
    summary: "Sets a location's bank account. Requires the password again",
    /** The version that was last read; 0 if there was no account. */
    body: PayoutAccountInput.extend({ version: z.int().min(0).optional() }),
    data: MaskedPayoutAccount,
    message: 'Payout account saved',
    problems: ['reauth-required', 'version-stale'],
    changes: ['payoutAccounts', 'locations'],
  },
  reveal: {
    method: 'POST',
    path: '/store/reveal-payout-account/{id}',
    permission: 'store_edit',
    confirms: 'access',
    when: 'always',
    summary:
      "Shows a location's full bank account. Requires the password again and is recorded in the audit log",
    data: PayoutAccount,
    problems: ['reauth-required'],
  },
  onboarding: {
    method: 'GET',
    path: '/store/payout-onboarding/{id}',
    permission: 'store_view',
    summary: 'Shows whether the card provider can transfer payouts to a location',
    data: PayoutOnboarding,
    reads: true,
  },
  startOnboarding: {
    method: 'POST',
    path: '/store/payout-onboarding/{id}',
    permission: 'store_edit',
    confirms: 'access',
    when: 'always',
    summary:
      "Returns a link to the card provider's onboarding of a location, which works once for a few minutes. Requires the password again",
    outside: true,
    data: z.object({ url: z.string(), expiresAt: Instant }),
    problems: ['reauth-required', 'payments.no-gateway', 'payouts.provider-unavailable'],
    changes: ['payoutAccounts', 'locations'],
  },
  remove: {
    method: 'DELETE',
    path: '/store/payout-account/{id}',
    permission: 'store_edit',
    confirms: 'access',
    when: 'always',
    summary: "Removes a location's bank account. Requires the password again",
    data: Deleted,
    message: 'Payout account removed',
    problems: ['reauth-required'],
    changes: ['payoutAccounts', 'locations'],
  },
});
