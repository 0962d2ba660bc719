import { trimEnds } from '../trim-text.ts';

/** Whether an address names a bucket rather than a folder. */
export const isBucket = (address: string): boolean => address.startsWith('s3://');

const pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w.-]+)*\/?$/;
export const isBucketAddress = (address: string): boolean => pattern.test(address);

/** 's3://shop/aisle' → its bucket, and 'aisle/' before every key. */
export function bucketOf(address: string): { bucket: string; prefix: string } {
  const bucket = pattern.exec(address)?.[1];
  if (!bucket) throw new Error('Not the address of a bucket');
  const rest = trimEnds(address.slice('s3://'.length + bucket.length), /\//);
  return { bucket, prefix: rest && `${rest}/` };
}
