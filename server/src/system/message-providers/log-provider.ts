import type { MessageProvider, ProviderSurroundings } from './provider.ts';

/** For trying out: logs that there was a message. Neither its text nor its recipient belongs in a log. */
export const logProvider = ({ log }: ProviderSurroundings): MessageProvider => ({
  send: async ({ id, channel, text }) =>
    log.info({ id, channel, characters: text.length }, 'message not sent'),
});
