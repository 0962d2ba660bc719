import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  /** With its headers, as it came. */
  text: string;
  at: number;
}
/** What the server says to a mail that it has read; nothing takes it. */
type Answer = (mail: ReceivedMail) => Promise<Error | undefined> | Error | undefined;

/** A mail server of the test's own, with what it took. */
export async function openMailServer(answer: Answer = () => undefined) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      stream.on('end', async () => {
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), text, at: Date.now() };
        const refusal = await answer(mail);
        if (!refusal) mails.push(mail);
        done(refusal);
      });
    },
  });
  // A client that is killed resets its connection, which is no failure of the test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Whom it has mail for, in the sequence it came. */
    recipients: () => mails.flatMap(({ to }) => to),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
