import { send } from '../../core/http/responses/sending.ts';
import { type MessageProvider, NotSent, type ProviderSurroundings } from './provider.ts';

/** Posts each message as JSON, signed like all webhooks: `{ id, channel, to, title, text }`. */
export function webhookProvider({ settings }: ProviderSurroundings): MessageProvider {
  const { messageWebhook, webhookAllowPrivate: allowPrivate } = settings;
  return {
    send: async (message) => {
      if (!messageWebhook) throw new NotSent('unavailable', 'No webhook is set up for messages');
      const { url, secret } = messageWebhook;
      const event = `message.${message.channel}`;
      const payload = JSON.stringify(message);
      const parcel = { id: message.id, eventId: message.id, event, payload, url, secrets: [secret] };
      const { httpStatus, problem } = await send(parcel, { allowPrivate });
      if (problem === null) return;
      if (httpStatus === null)
        throw isRefusedConnection(problem) ? new NotSent('unavailable', problem) : new Error(problem);
      throw new NotSent(httpStatus === 429 || httpStatus >= 500 ? 'unavailable' : 'refused', problem);
    },
  };
}

/** Certainly not sent; after a timeout the outcome is unknown. */
const isRefusedConnection = (problem: string) =>
  /refused|not found|resolved|reached|private network/i.test(problem);
