/**
 * The oldest supported browsers. The build, the check of its output, and the documentation use this
 * list.
 */
export const OLDEST_BROWSERS = { chrome: '109', safari: '16.4', firefox: '115' }

/** The list in the format of Vite's `build.target`. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`)
