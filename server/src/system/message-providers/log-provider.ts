import type { MessageProvider, ProviderSurroundings } from './provider.ts';

/** For trials: logs each message without sending it. Neither its text nor its recipient belongs in a log. */
export const logProvider = ({ log }: ProviderSurroundings): MessageProvider => ({
  send: async ({ id, channel, text }) =>
    log.info({ id, channel, characters: text.length }, 'message not sent'),
});
