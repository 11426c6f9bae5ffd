// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The hooks before and after each swap of a V4 pool, as an operator may list them: they change no amounts, count their calls,
/// and name another fee with each of them, which pools of a dynamic fee take.
contract TestHooks {
    uint256 private constant OVERRIDE = 0x400000;
    /// Up to one percent, of a million.
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
