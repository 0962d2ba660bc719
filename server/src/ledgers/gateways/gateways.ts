import type { Database } from '../../core/db/db.ts';
import type { Settings } from '../../core/settings.ts';
import { type Gateway, type GatewayName, gatewayNames } from './gateway.ts';
import type { LocationPayouts } from './location-payouts.ts';
import { SimulatedGateway, testCards } from './simulated/simulated-gateway.ts';

/** What the rest of Aisle has to know about a gateway. */
interface GatewayKind {
  /** Opens it for requests; undefined without its keys. */
  open(db: Database, settings: Settings): Promise<Gateway | undefined>;
  /** The cards that staff can choose from. Without any, staff can't take card payments: shoppers enter their own cards. */
  testCards: readonly { token: string; label: string }[];
  /** It has pages on which shoppers pay. */
  hasPages: boolean;
  /** For how many days banks hold an authorization made by the shopper; null if they hold it until the order is handed over. */
  holdDays: number | null;
}

const gateways: Record<GatewayName, GatewayKind> = {
  simulated: { open: async (db) => new SimulatedGateway(db), testCards, hasPages: false, holdDays: null },
  stripe: { open: openStripe, testCards: [], hasPages: true, holdDays: 6 },
};

/** The package is loaded only by servers that use it. */
async function openStripe(db: Database, { stripe, publicUrl }: Settings): Promise<Gateway | undefined> {
  if (!stripe) return undefined;
  const { StripeGateway } = await import('./stripe/stripe-gateway.ts');
  return new StripeGateway(db, stripe, publicUrl);
}

export const gatewayOf = (provider: GatewayName): GatewayKind => gateways[provider];

/** Whether staff can send links with which shoppers pay by card. */
export const takesLinks = (provider: GatewayName | 'none'): boolean =>
  provider !== 'none' && gateways[provider].hasPages;

/** All gateways whose keys are set, whatever new payments use. */
export async function openGateways(db: Database, settings: Settings): Promise<Gateway[]> {
  const opened = await Promise.all(gatewayNames.map((name) => gatewayOf(name).open(db, settings)));
  return opened.filter((gateway) => gateway !== undefined);
}

interface PayingGateway {
  provider: GatewayName;
  payouts: LocationPayouts;
}
/** The gateway that can pay locations; undefined without its keys. */
export async function openLocationPayouts({
  stripe,
}: Pick<Settings, 'stripe'>): Promise<PayingGateway | undefined> {
  if (!stripe) return undefined;
  const [{ stripeClient }, { stripeLocationPayouts }] = await Promise.all([
    import('./stripe/stripe-client.ts'),
    import('./stripe/stripe-location-payouts.ts'),
  ]);
  return { provider: 'stripe', payouts: stripeLocationPayouts(stripeClient(stripe)) };
}
