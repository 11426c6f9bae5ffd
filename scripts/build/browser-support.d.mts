export declare const OLDEST_BROWSERS: { chrome: string; safari: string; firefox: string }
export declare const BUILD_TARGET: string[]
