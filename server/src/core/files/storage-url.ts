import { trimEnds } from '../trim-text.ts';

/** Whether an address is a bucket's rather than a folder's. */
export const isBucket = (address: string): boolean => address.startsWith('s3://');

const pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w.-]+)*\/?$/;
export const isBucketAddress = (address: string): boolean => pattern.test(address);

/** Splits 's3://shop/aisle' into the bucket and the key prefix 'aisle/'. */
export function bucketOf(address: string): { bucket: string; prefix: string } {
  const bucket = pattern.exec(address)?.[1];
  if (!bucket) throw new Error('Not the address of a bucket');
  const rest = trimEnds(address.slice('s3://'.length + bucket.length), /\//);
  return { bucket, prefix: rest && `${rest}/` };
}
