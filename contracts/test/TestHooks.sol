// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Hooks before and after each swap of a V4 pool: they change no amounts, count their calls, and
/// set another dynamic fee each time.
contract TestHooks {
    uint256 private constant OVERRIDE = 0x400000;
    /// At most one percent, in millionths.
    uint256 private constant FEES = 10_000;

    uint256 public calls;

    fallback() external {
        uint256 fee = OVERRIDE | (++calls * 997) % FEES;
        bytes32 answer = bytes32(msg.sig);
        assembly {
            mstore(0, answer)
            mstore(32, 0)
            mstore(64, fee)
            return(0, 96)
        }
    }
}
