import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  /** An email with its headers, as received. */
  text: string;
  at: number;
}
/** The server's response to an email; without it, the server accepts the email. */
type Answer = (mail: ReceivedMail) => Promise<Error | undefined> | Error | undefined;

/** A mail server for one test, with the emails that it received. */
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
    /** The recipients of received emails, in order of arrival. */
    recipients: () => mails.flatMap(({ to }) => to),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
