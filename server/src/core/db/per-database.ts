import { openTransactionOf } from './connection.ts';
import type { Database, Tx } from './db.ts';

/**
 * Declares state that a server keeps of its database, such as a cache of rows. A module variable would share it with every
 * other server of the process, and tests run many. A database and its copy have the same owner, so they share the state.
 */
export function perDatabase<State>(create: () => State): (source: Tx | Pick<Database, 'owner'>) => State {
  const states = new WeakMap<Database['owner'], State>();
  return (source) => {
    const owner = 'owner' in source ? source.owner : openTransactionOf(source).owner;
    let state = states.get(owner);
    if (state === undefined) {
      state = create();
      states.set(owner, state);
    }
    return state;
  };
}
