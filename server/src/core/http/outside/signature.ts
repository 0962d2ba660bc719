import { Webhook } from 'standardwebhooks';

/**
 * The signatures of a delivery in the form of Standard Webhooks, one for each valid secret. The time is part of what
 * is signed, so that an old delivery cannot be replayed.
 */
export function signatureOf(message: { id: string; body: string; at: Date }, secrets: readonly string[]) {
  return secrets.map((secret) => new Webhook(secret).sign(message.id, message.at, message.body)).join(' ');
}
