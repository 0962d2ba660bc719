import {
  type Fingerprints,
  type Keys,
  keyFileOf,
  keyMisfit,
  missingKey,
  newestOf,
  readKeys,
} from '../../core/db/seals/key-ring.ts';
import { serverSecretContext } from '../../core/db/seals/sealed-columns.ts';
import { openWith, versionOf } from '../../core/db/seals/seals.ts';
import { connected } from './connected.ts';
import { keyFingerprints, sealedValues, serverSecrets } from './doctor.queries.ts';
import { type Check, failure, ok, warning } from './doctor.ts';

/** Checks whether the current key opens the sealed values, and which key versions are in use. */
export const secrets: Check = async (examined) => {
  const { settings } = examined;
  const client = connected(examined);
  const known: Fingerprints = new Map(await keyFingerprints(client));
  if (known.size === 0)
    return [ok('Nothing is sealed yet. The first start makes a key or takes SECRETS_KEY')];
  const keys = readKeys(settings);
  if (!keys) return [failure(missingKey(settings))];
  const misfit = keyMisfit(keys, known, settings);
  if (misfit) return [failure(misfit)];
  for (const { name, value } of await serverSecrets(client)) {
    if (!opens(keys, value, serverSecretContext(name))) {
      return [failure(`The secret ${name} can't be opened with its key. Restore it from a backup.`)];
    }
  }
  return versionsInUse(
    keys,
    await sealedValues(client),
    settings.secretsKey ? 'SECRETS_KEY' : keyFileOf(settings),
  );
};

function opens(keys: Keys, value: Buffer, about: string): boolean {
  try {
    openWith(keys, value, about);
    return true;
  } catch {
    return false;
  }
}

function versionsInUse(keys: Keys, values: readonly Buffer[], from: string) {
  const newest = newestOf(keys);
  const older = values.filter((value) => versionOf(value) !== newest).length;
  const text = `Version ${newest} of the key, in ${from}, is the right one`;
  if (older > 0) {
    return [
      warning(
        `${text}, but ${older} of ${values.length} secrets are still sealed with another. Restart the servers, which seal them again.`,
      ),
    ];
  }
  const forgotten =
    keys.size > 1 ? '. Former versions are in no use: run npm run rotate-secrets -- --drop-old' : '';
  return [ok(`${text} and seals all ${values.length} secrets${forgotten}`)];
}
