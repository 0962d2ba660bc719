import type { Tx } from '../../../core/db/db.ts';
import { queueMail } from '../../mails/mail.ts';
import { getSettings } from '../../settings/settings.service.ts';
import type { Account } from '../auth.queries.ts';

type FactorMail =
  | { what: 'added' | 'removed'; factor: string }
  | { what: 'newCodes' | 'guessed' }
  | { what: 'usedCode'; left: number }
  | { what: 'reset'; by: string };

/** Emails users about changes to their second factors, so that they notice changes by others. */
export async function mailAboutFactors(
  tx: Tx,
  { email, first_name }: Pick<Account, 'email' | 'first_name'>,
  news: FactorMail,
): Promise<void> {
  const { brandName } = await getSettings(tx);
  const { subject, text } = wordsOf(news, brandName);
  await queueMail(tx, { to: email, subject, text: `Hello ${first_name},\n\n${text}\n` });
}

const unlessYou = `If this wasn't you, change your password and talk to an administrator.`;

function wordsOf(news: FactorMail, brand: string): { subject: string; text: string } {
  switch (news.what) {
    case 'added':
      return {
        subject: `A second factor was added to your ${brand} account`,
        text: `You can now sign in to ${brand} with this second factor: ${news.factor}.\n${unlessYou}`,
      };
    case 'removed':
      return {
        subject: `A second factor was removed from your ${brand} account`,
        text: `This second factor no longer works for ${brand}: ${news.factor}.\n${unlessYou}`,
      };
    case 'newCodes':
      return {
        subject: `New recovery codes for ${brand}`,
        text: `New recovery codes were created for your ${brand} account.\nThe ones before them no longer work.\n${unlessYou}`,
      };
    case 'usedCode':
      return {
        subject: `A recovery code was used for ${brand}`,
        text: `Someone used one of your recovery codes. Codes left: ${news.left}.\n${unlessYou}`,
      };
    case 'guessed':
      return {
        subject: `Incorrect codes for your ${brand} account`,
        text: `Someone who knows your password entered several incorrect codes for your\nsecond factor. ${unlessYou}`,
      };
    case 'reset':
      return {
        subject: `Your second factor for ${brand} was reset`,
        text: `${news.by} removed the second factors of your ${brand} account and\nsigned you out everywhere. Sign in with your password and set up\na new one on your profile.\n\nIf you didn't ask for this, talk to another administrator.`,
      };
  }
}
