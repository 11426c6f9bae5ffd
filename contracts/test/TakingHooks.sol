// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20, IPoolManager} from "../src/External.sol";

/// Hooks of a V4 pool that take or give: of the token a swap names (before it) and of the other
/// token (after it).
contract TakingHooks {
    bytes4 private constant BEFORE_SWAP = 0x575e24b4;

    int128 public named;
    int128 public other;

    function set(int128 named_, int128 other_) external {
        (named, other) = (named_, other_);
    }

    fallback() external {
        (, IPoolManager.PoolKey memory key, IPoolManager.SwapParams memory params) =
            abi.decode(msg.data[4:], (address, IPoolManager.PoolKey, IPoolManager.SwapParams));
        bool isFirst = (params.amountSpecified < 0) == params.zeroForOne;
        bytes32 selector = bytes32(msg.sig);
        if (msg.sig == BEFORE_SWAP) {
            _settle(isFirst ? key.currency0 : key.currency1, named);
            bytes32 deltas = bytes32(uint256(uint128(named)) << 128);
            assembly {
                mstore(0, selector)
                mstore(32, deltas)
                mstore(64, 0)
                return(0, 96)
            }
        }
        _settle(isFirst ? key.currency1 : key.currency0, other);
        int256 delta = other;
        assembly {
            mstore(0, selector)
            mstore(32, delta)
            return(0, 64)
        }
    }

    function _settle(address token, int128 delta) private {
        IPoolManager manager = IPoolManager(msg.sender);
        if (delta > 0) manager.take(token, address(this), uint128(delta));
        if (delta >= 0) return;
        manager.sync(token);
        IERC20(token).transfer(msg.sender, uint128(-delta));
        manager.settle();
    }
}

interface IVault {
    function sendTo(address token, address to, uint256 amount) external;
}

/// Hooks of a Balancer V3 pool that take from the vault's accounts before or after a swap.
contract VaultHooks {
    bytes4 private constant BEFORE_SWAP =
        bytes4(keccak256("onBeforeSwap((uint8,uint256,uint256[],uint256,uint256,address,bytes),address)"));
    /// Calldata length below which a call concerns a pool and is no swap.
    uint256 private constant SHORT = 300;

    address public vault;
    address public token;
    uint256 public amount;
    bool public isBefore;

    function set(address vault_, address token_, uint256 amount_, bool isBefore_) external {
        (vault, token, amount, isBefore) = (vault_, token_, amount_, isBefore_);
    }

    function getHookFlags() external pure returns (bool[10] memory flags) {
        // Requests the calls before and after a swap.
        (flags[4], flags[5]) = (true, true);
    }

    fallback() external {
        bool isBeforeSwap = msg.sig == BEFORE_SWAP;
        bool isSwap = isBeforeSwap || msg.data.length > SHORT;
        if (isSwap && isBeforeSwap == isBefore && amount != 0) IVault(vault).sendTo(token, address(this), amount);
        assembly {
            mstore(0, 1)
            mstore(32, 0)
            return(0, 64)
        }
    }
}
