import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { hashToken } from '../../../core/http/actor.ts';

// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface Captcha {
  /** What is kept: the answer itself is only in the picture. */
  answerHash: Buffer;
  /** A PNG as a data URI: out of an SVG's paths the answer could be read. */
  picture: string;
}

export async function drawCaptcha(email: string): Promise<Captcha> {
  const answer = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  const { default: module } = await import('svg-captcha');
  // The library draws any text; its types only know of texts that it makes up itself, less randomly.
  const draw = module as unknown as (text: string, options: object) => string;
  // Dark letters; a background of the library's own would make them colourful, and some of them pale.
  const svg = draw(answer, { width: 180, height: 60, noise: 3 });
  const png = await sharp(Buffer.from(svg), { density: 144 })
    .flatten({ background: '#f4f6f6' })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return {
    answerHash: hashAnswer(email, answer),
    picture: `data:image/png;base64,${png.toString('base64')}`,
  };
}

/** Of whatever case, and worth nothing for another e-mail. */
export const hashAnswer = (email: string, answer: string): Buffer =>
  hashToken(`${email} ${answer.trim().toLowerCase()}`);
