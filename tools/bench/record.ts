import pg from 'pg';

// Loaded before the server (node --import). On request it records the server's statements, so that the bare driver can send the
// same ones. The server doesn't know about it.

export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}
export interface RecordedTransaction {
  login: {
    user?: string;
    password?: string;
    host: string;
    port: number;
    database?: string;
    options?: string;
  };
  opening: string;
  statements: Statement[];
}
/** `undo` rolls every transaction back: writes are recorded without effect. */
export type RecordMode = 'off' | 'keep' | 'undo';

let mode: RecordMode = 'off';
let recorded: RecordedTransaction[] = [];
const open = new WeakMap<pg.Client, RecordedTransaction>();
const send = pg.Client.prototype.query;

function query(this: pg.Client, ...params: unknown[]): unknown {
  const sent = mode === 'off' ? params : noted(this, params);
  const answer: unknown = Reflect.apply(send, this, sent);
  return sent === inVain ? (answer as Promise<pg.QueryResult>).then(asStored) : answer;
}
pg.Client.prototype.query = query as typeof send;

const inVain = ['ROLLBACK'];
const asStored = (result: pg.QueryResult): pg.QueryResult => ({ ...result, command: 'COMMIT' });

function noted(client: pg.Client, params: unknown[]): unknown[] {
  const [first, second] = params;
  const statement = (typeof first === 'string' ? { text: first, values: second } : first) as Statement;
  const { text } = statement;
  if (typeof text !== 'string') return params;
  if (text.startsWith('BEGIN')) {
    open.set(client, { login: loginOf(client), opening: text, statements: [] });
    return params;
  }
  const transaction = open.get(client);
  if (!transaction) return params;
  if (text !== 'COMMIT') {
    const { name, values } = statement;
    transaction.statements.push({ text, ...(name && { name }), ...(values && { values }) });
    return params;
  }
  open.delete(client);
  recorded.push(transaction);
  return mode === 'undo' ? inVain : params;
}

function loginOf(client: pg.Client): RecordedTransaction['login'] {
  const { user, host, port, database, password } = client;
  // The parameters of a role's connections, such as the search path of users of certain locations; the driver's types lack
  // them.
  const { options } = (client as unknown as { connectionParameters: { options?: string } })
    .connectionParameters;
  return {
    host,
    port,
    ...(user && { user }),
    ...(database && { database }),
    ...(options && { options }),
    ...(typeof password === 'string' && { password }),
  };
}

process.on('message', (message: { record?: RecordMode; cpu?: true }) => {
  if (message.cpu) process.send?.({ cpu: process.cpuUsage() });
  if (!message.record) return;
  mode = message.record;
  process.send?.({ recorded });
  recorded = [];
});
