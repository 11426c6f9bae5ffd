/** The oldest supported browsers. The build, its check of the output, and the documentation name these. */
export const OLDEST_BROWSERS = { chrome: '109', safari: '16.4', firefox: '115' }

/** The same for the `build.target` of Vite. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`)
