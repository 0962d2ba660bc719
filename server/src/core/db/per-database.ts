import { openTransactionOf } from './connection.ts';
import type { Database, Tx } from './db.ts';

/**
 * Declares state that a server keeps for its database, such as cached rows. A module variable would be shared by all servers of
 * the process, and tests run many. A database and its replica have the same owner, so they share the state.
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
