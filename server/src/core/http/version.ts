import packageFile from '../../../package.json' with { type: 'json' };

/** Screens loaded from another version offer to reload. */
export const serverVersion: string = packageFile.version;
