// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBalancerV3Vault, IERC20} from "../src/External.sol";
import {Armed} from "./Hostile.sol";

/// A Balancer V3 vault that was listed by mistake: calls back, requests and pays as configured.
contract HostileV3Vault is Armed {
    uint256 private amountIn;
    uint256 private amountOut;
    bytes private second;

    function setAmounts(uint256 amountIn_, uint256 amountOut_) external {
        (amountIn, amountOut) = (amountIn_, amountOut_);
    }

    /// Sets the data of the second callback.
    function setSecond(bytes calldata second_) external {
        second = second_;
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        _callBack(data);
        if (second.length != 0) _callBack(second);
        _fire();
        return "";
    }

    function swap(IBalancerV3Vault.VaultSwapParams calldata) external view returns (uint256, uint256, uint256) {
        return (0, amountIn, amountOut);
    }

    function sendTo(address token, address to, uint256 amount) external {
        uint256 held = IERC20(token).balanceOf(address(this));
        IERC20(token).transfer(to, amount < held ? amount : held);
    }

    function settle(address, uint256) external pure returns (uint256) {
        return 0;
    }

    function _callBack(bytes memory data) private {
        (bool ok,) = msg.sender.call(data);
        require(ok, "no answer");
    }
}

/// A pool that anyone may register with a Balancer V3 vault. It attacks within each swap and
/// returns any amount.
contract HostileV3Pool is Armed {
    uint256 private named = 1e24;

    function name(uint256 amount) external {
        named = amount;
    }

    /// Makes a call as the pool's own factory.
    function run(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok, "failed");
    }

    function getMinimumSwapFeePercentage() external pure returns (uint256) {
        return 0;
    }

    function getMaximumSwapFeePercentage() external pure returns (uint256) {
        return 1e18;
    }

    /// Returns the configured amount to every call, as the price of a swap and as the invariant.
    fallback() external {
        _fire();
        uint256 answer = named;
        assembly {
            mstore(0, answer)
            return(0, 32)
        }
    }
}
