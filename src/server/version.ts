import packageFile from '../../package.json' with { type: 'json' };

/** The version of the app, which only package.json states. */
export const { version: VERSION } = packageFile;
