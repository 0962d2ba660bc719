import type { Database } from '../../core/db/db.ts';
import type { Settings } from '../../core/settings.ts';
import { type Gateway, type GatewayName, gatewayNames } from './gateway.ts';
import { SimulatedGateway, testCards } from './simulated/simulated-gateway.ts';

/** What the rest of Aisle has to know about a gateway. */
interface GatewayKind {
  /** Opens it for requests; undefined without its keys. */
  open(db: Database, settings: Settings): Gateway | undefined;
  /** The cards that staff can choose from. Without any, staff can't take card payments: shoppers enter their own cards. */
  testCards: readonly { token: string; label: string }[];
}

const gateways: Record<GatewayName, GatewayKind> = {
  simulated: { open: (db) => new SimulatedGateway(db), testCards },
  stripe: { open: () => undefined, testCards: [] },
};

export const gatewayOf = (provider: GatewayName): GatewayKind => gateways[provider];

/** All gateways whose keys are set, whatever new payments use. */
export const openGateways = (db: Database, settings: Settings): Gateway[] =>
  gatewayNames.flatMap((name) => gatewayOf(name).open(db, settings) ?? []);
