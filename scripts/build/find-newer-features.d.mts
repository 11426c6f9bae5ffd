export declare function findNewerFeatures(code: string, file?: string): string[]
