/** The account of a location at a provider, as the provider reports it. */
export interface ConnectedAccount {
  state: 'incomplete' | 'active' | 'restricted';
  /** The information that the provider still needs, in its own words. */
  missing: string[];
}

export interface Transfer {
  /** The ID of the payout. Repeated requests with the same reference make one transfer. */
  reference: string;
  amount: number;
  /** The provider's ID of the account. */
  account: string;
  /** The transfers of a payout run belong together. */
  group: string;
  /** Sent with the request, so that repetitions have no effect, and since when. */
  key: string;
  keySince: string;
  /** Takes another key after the provider didn't find the transfer. */
  replaceKey(): Promise<string>;
  /** The provider failed at an earlier attempt, so it is asked whether it made the transfer. */
  mustLook: boolean;
}

/** The provider decided against a transfer or its reversal, so repeating it is pointless. */
export class TransferRefused extends Error {
  readonly reason: 'accountNotReady' | 'balanceTooLow' | 'other';

  constructor(message: string, reason: TransferRefused['reason'] = 'other') {
    super(message);
    this.reason = reason;
  }
}

/** Pays locations from the marketplace's balance. Other errors than `TransferRefused` leave the outcome unknown; `NoResponse` tells how to repeat. */
export interface LocationPayouts {
  /** Opens an account for a location and returns its ID. */
  openAccount(location: { id: string; name: string }): Promise<string>;
  /** A link to the provider's form, which works once for a few minutes. */
  onboardingLink(account: string, returnUrl: string): Promise<{ url: string; expiresAt: string }>;
  readAccount(account: string): Promise<ConnectedAccount>;
  /** Returns the provider's ID of the transfer. */
  transfer(transfer: Transfer): Promise<string>;
  /** Takes a transfer back. Does nothing if that has already happened. */
  reverse(transferRef: string): Promise<void>;
  /** Whether the location's bank has a payout, and the transfers in it as far as they are known. */
  readPayout(payoutId: string, account: string): Promise<{ isPaid: boolean; transfers: string[] }>;
}
