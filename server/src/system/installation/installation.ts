import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Settings } from '../../core/settings.ts';
import { findInstallation, type Installation, isInUse } from './installation.queries.ts';

/** How a server starts, depending on the type of its database. */
export interface Opening {
  settings: Settings;
  /** Set if a demo has to be created. */
  newDemo?: { hasOwnPasswords: boolean };
  /** Lines for the operator. */
  notices: string[];
}

const withDemo = (settings: Settings, demo: boolean): Settings => ({
  ...settings,
  demo,
  cardGateway: demo ? settings.gateways.demo : settings.gateways.real,
});

/** Decides whether this is a demo. A database keeps the type of its first start, whatever DEMO says. */
export async function openInstallation(db: Database, settings: Settings): Promise<Opening> {
  const { known, used } = await transaction(db, { ...system, readOnly: true }, async (tx) => ({
    known: await findInstallation(tx),
    used: await isInUse(tx),
  }));
  return decideOpening(settings, known, used);
}

export function decideOpening(settings: Settings, known: Installation | undefined, used: boolean): Opening {
  const isReachable = !isLoopback(settings.host);
  if (known?.isDemo) {
    mustServeDemo(settings);
    if (isReachable && !known.hasOwnPasswords) throw tooOpen();
    return { settings: withDemo(settings, true), notices: [] };
  }
  if (known || used || !settings.demo) {
    return {
      settings: withDemo(settings, false),
      notices: settings.demo ? [staysReal] : [],
    };
  }
  return {
    settings: withDemo(settings, true),
    newDemo: { hasOwnPasswords: isReachable },
    notices: [],
  };
}

const staysReal = 'This is a real installation: it starts without anything of the demo, and DEMO is ignored.';
function mustServeDemo({ demo, isProduction }: Settings): void {
  if (demo) return;
  throw new StartupProblem(
    `This database is the demo marketplace, which is never ${isProduction ? 'run in production' : 'started with DEMO=0'}. Set DATA_DIR or DATABASE_URL to another one for a real installation.`,
  );
}

const tooOpen = () =>
  new StartupProblem(
    'The passwords of this demo marketplace are published, so it only listens on this machine. Remove HOST, or start on an empty DATA_DIR: with HOST set, a new demo gets random passwords.',
  );

/** Whether an address is only reachable from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
