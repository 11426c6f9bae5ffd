// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20, IPoolManager} from "../src/External.sol";
import {Armed} from "./Hostile.sol";

/// Hooks of a V4 pool that count their calls, attack within them, and let the swap pass.
contract HostileHooks is Armed {
    uint256 public calls;

    fallback() external {
        ++calls;
        _before();
        _fire();
        bytes32 answer = bytes32(msg.sig);
        assembly {
            mstore(0, answer)
            mstore(32, 0)
            mstore(64, 0)
            return(0, 96)
        }
    }

    function _before() internal virtual {}
}

contract RevertingHooks {
    fallback() external {
        revert("refused");
    }
}

contract BurningHooks {
    uint256 private burnt;

    fallback() external {
        while (gasleft() > 0) ++burnt;
    }
}

/// Sells its balance to its own pool before each swap, so that the swap gets a worse price.
contract MovingHooks is HostileHooks {
    function _before() internal override {
        if (calls > 1) return;
        (, IPoolManager.PoolKey memory key, IPoolManager.SwapParams memory params) =
            abi.decode(msg.data[4:], (address, IPoolManager.PoolKey, IPoolManager.SwapParams));
        IPoolManager manager = IPoolManager(msg.sender);
        (address sold, address bought) =
            params.zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        uint256 amount = IERC20(sold).balanceOf(address(this));
        params.amountSpecified = -int256(amount);
        int256 delta = manager.swap(key, params, "");
        manager.sync(sold);
        IERC20(sold).transfer(msg.sender, amount);
        manager.settle();
        manager.take(bought, address(this), uint128(params.zeroForOne ? int128(delta) : int128(delta >> 128)));
    }
}

interface IExecutorCallback {
    function unlockCallback(bytes calldata data) external returns (bytes memory);
}

/// A V4 manager that was listed by mistake: calls back, requests and pays as configured.
contract HostileManager is Armed {
    int128 private deltaIn;
    int128 private deltaOut;
    bytes private second;

    function setDeltas(int128 deltaIn_, int128 deltaOut_) external {
        (deltaIn, deltaOut) = (deltaIn_, deltaOut_);
    }

    /// Sets the data of the second callback.
    function setSecond(bytes calldata second_) external {
        second = second_;
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        IExecutorCallback(msg.sender).unlockCallback(data);
        if (second.length != 0) IExecutorCallback(msg.sender).unlockCallback(second);
        _fire();
        return "";
    }

    function swap(IPoolManager.PoolKey calldata, IPoolManager.SwapParams calldata params, bytes calldata)
        external
        view
        returns (int256)
    {
        (int128 delta0, int128 delta1) = params.zeroForOne ? (deltaIn, deltaOut) : (deltaOut, deltaIn);
        return (int256(delta0) << 128) | int256(uint256(uint128(delta1)));
    }

    function take(address currency, address to, uint256 amount) external {
        uint256 held = IERC20(currency).balanceOf(address(this));
        IERC20(currency).transfer(to, amount < held ? amount : held);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}
}

/// Unlocks a V4 manager and makes its calls while the manager is unlocked.
contract HostileLocker {
    struct Call {
        address to;
        bytes data;
    }

    bytes[] public answers;

    /// Records the errors of failed calls.
    function lock(IPoolManager manager, Call[] calldata calls) external {
        manager.unlock(abi.encode(calls));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        Call[] memory calls = abi.decode(data, (Call[]));
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory output) = calls[i].to.call(calls[i].data);
            answers.push(ok ? bytes("") : output);
        }
        return "";
    }
}
