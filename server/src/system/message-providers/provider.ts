/*
 * Delivery of text messages and push notifications. A provider is one file, with a function that creates a
 * MessageProvider from the settings, and a line in `providers`. SMS_PROVIDER and PUSH_PROVIDER choose it by name.
 */
import type { Settings } from '../../core/settings.ts';
import { logProvider } from './log-provider.ts';
import { webhookProvider } from './webhook-provider.ts';

type TextChannel = 'sms' | 'push';

interface OutgoingText {
  /** The same at every attempt, so that a provider recognizes repeats. */
  id: string;
  channel: TextChannel;
  /** A phone number; for push notifications the customer's ID. */
  to: string;
  title: string;
  text: string;
}
export interface MessageProvider {
  /** Sends a message. Throws NotSent if it is certain that the message was not sent. */
  send(message: OutgoingText): Promise<void>;
}
export interface ProviderSurroundings {
  settings: Settings;
  log: { info(details: object, message: string): void };
}

/** `refused`: this message can't be sent; `unavailable`: nothing can be sent at the moment. */
export class NotSent extends Error {
  readonly fate: 'refused' | 'unavailable';
  constructor(fate: NotSent['fate'], reason: string) {
    super(reason);
    this.fate = fate;
  }
}

const providers = { webhook: webhookProvider, log: logProvider };

/** The provider of a channel; null if none is set up. */
export function providerOf(channel: TextChannel, around: ProviderSurroundings): MessageProvider | null {
  const { smsProvider, pushProvider } = around.settings;
  const name = channel === 'sms' ? smsProvider : pushProvider;
  return name === 'none' ? null : providers[name](around);
}
