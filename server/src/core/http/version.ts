import packageFile from '../../../package.json' with { type: 'json' };

/** Screens that were loaded from another version offer to reload. */
export const serverVersion: string = packageFile.version;
