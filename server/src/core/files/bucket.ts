import type { Readable } from 'node:stream';
import {
  type DeleteObjectCommandInput,
  type GetObjectCommandInput,
  type HeadObjectCommandInput,
  type ListObjectsV2CommandInput,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { DriveDirectory, DriveFile } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { S3Access } from '../settings.ts';
import { bucketOf } from './storage-url.ts';

/** Opens the bucket at an address such as s3://bucket/prefix. All keys are below the prefix. */
export function openBucket(address: string, { endpoint, region, keys }: S3Access): Bucket {
  const { bucket, prefix } = bucketOf(address);
  const client = new S3Client({
    region,
    // S3-compatible servers seldom have a host name per bucket, and support fewer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new Bucket(client, bucket, prefix);
}

/** Adds a key prefix and streams of unknown length to flydrive's driver. */
class Bucket extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(client: S3Client, bucket: string, prefix: string) {
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  #below<Input extends { Key?: string | undefined }>(input: Input): Input {
    return { ...input, Key: `${this.#prefix}${input.Key}` };
  }

  protected override createPutObjectCommand(client: S3Client, input: PutObjectCommandInput) {
    return super.createPutObjectCommand(client, this.#below(input));
  }
  protected override createGetObjectCommand(client: S3Client, input: GetObjectCommandInput) {
    return super.createGetObjectCommand(client, this.#below(input));
  }
  protected override createHeadObjectCommand(client: S3Client, input: HeadObjectCommandInput) {
    return super.createHeadObjectCommand(client, this.#below(input));
  }
  protected override createDeleteObjectCommand(client: S3Client, input: DeleteObjectCommandInput) {
    return super.createDeleteObjectCommand(client, this.#below(input));
  }
  protected override createListObjectsV2Command(client: S3Client, input: ListObjectsV2CommandInput) {
    return super.createListObjectsV2Command(client, {
      ...input,
      Prefix: `${this.#prefix}${input.Prefix ?? ''}`,
    });
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    // The SDK accepts an empty string for a stream of unknown length.
    return super.put(key, Buffer.from(contents));
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const params = { Bucket: this.#bucket, Key: this.#prefix + key, Body: contents };
    const upload = new Upload({ client: this.#client, params });
    const failed = new Promise<never>((_, reject) => contents.once('error', reject));
    await Promise.race([upload.done(), failed]).catch(async (error) => {
      await upload.abort().catch(() => {});
      throw error;
    });
  }

  override async listAll(prefix: string, options?: { recursive?: boolean; paginationToken?: string }) {
    const page = await super.listAll(prefix, options);
    const own = (name: string) => name.slice(this.#prefix.length);
    const objects = [...page.objects].map((found) =>
      found.isFile ? new DriveFile(own(found.key), this) : new DriveDirectory(own(found.prefix)),
    );
    return { ...page, objects };
  }
}
